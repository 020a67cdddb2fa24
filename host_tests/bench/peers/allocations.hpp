// How often memory was asked for so far, by anyone in this process (allocations.cpp stands before the C library's).
#ifndef TOUCHDOWN_PEERS_ALLOCATIONS_HPP
#define TOUCHDOWN_PEERS_ALLOCATIONS_HPP

namespace peers {

unsigned long allocations();

}

#endif
