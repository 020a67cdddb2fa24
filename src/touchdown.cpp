#include "touchdown/touchdown.hpp"
