/* The link between a host and a target over any byte stream: the host asks, the target answers.
 *
 *   frame    = 0, COBS(kind, function, sequence (2 bytes), payload, CRC-32 of all before (4 bytes)), 0
 *   request  = the C input struct of a function
 *   answer   = check, status, work counted, and, unless the status is negative, the C result struct; the check is the
 *              CRC-32C of the request's payload and of all that follows the check
 *   refusal  = the reason why a request was not carried out
 *
 * Numbers are little-endian, structs go as they lie in memory; the handshake exchanges their sizes, so that two ends
 * built differently notice before a number is misread. A frame that does not check is dropped, never guessed at, and
 * the other end hears of it at once (TD_LINK_GARBLED). The host repeats what stays unanswered; a request that came
 * twice is carried out once and answered twice the same. The 0 in front ends what a loss may have left open, so that it
 * costs one frame. An answer names its request by number and by contents: numbers come round again after 65536
 * requests, and an answer that an earlier session left on the way may bear any; one that fits the contents as well is
 * right whatever it was meant for, for the same input gives the same bits. The check has another polynomial than the
 * frame, so that damage which the frame's does not see, of the request or of the answer, does not pass either.
 *
 * The handshake also carries a fingerprint of the library's sources, so that firmware of other sources is recognized,
 * and the counter's readings of three loops of known length, so that a counter that stands, wraps or runs backwards is.
 */
#ifndef TOUCHDOWN_PORT_LINK_LINK_H
#define TOUCHDOWN_PORT_LINK_LINK_H

#include <stddef.h>
#include <stdint.h>

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the link sends structs as they lie in memory, little-endian"
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define TD_LINK_PROTOCOL 4u

/* Most bytes of payload; an answer's td_link_outcome counts in. */
#ifndef TD_LINK_PAYLOAD
#define TD_LINK_PAYLOAD 2304
#endif

/* A request may be sent while the oldest unanswered one is less than this many sequence numbers back. */
#define TD_LINK_WINDOW 8

/* Kinds of frame. */
#define TD_LINK_REQUEST 1
#define TD_LINK_ANSWER 2
#define TD_LINK_REFUSAL 3

/* Functions, with payloads as in the header named. */
#define TD_LINK_HELLO 0        /* td_link_greeting -> td_link_hello */
#define TD_LINK_RESOLVE 1      /* touchdown.h: td_contact -> td_impact */
#define TD_LINK_RESOLVE_BODY 2 /* touchdown.h: td_body_contact -> td_body_impact */
/* sensitivity.h: td_contact -> td_impact_derivatives, td_body_contact -> td_body_derivatives */
#define TD_LINK_RESOLVE_DERIVATIVES 3
#define TD_LINK_RESOLVE_BODY_DERIVATIVES 4
#define TD_LINK_LAND 5 /* landing.h: td_link_landing -> td_landing (land.h) */

/* Why a request was refused; an int32_t. */
#define TD_LINK_GARBLED 1          /* a frame did not check; which one is unknown, so function and sequence are 0 */
#define TD_LINK_NO_SESSION 2       /* no HELLO since the target started */
#define TD_LINK_UNKNOWN_FUNCTION 3 /* this target does not have it */
#define TD_LINK_WRONG_SIZE 4       /* the payload is not the function's input struct */
#define TD_LINK_BAD_TABLE 5        /* the target's own table of functions: see td_link_start */

/* Opens a session: `session` is any number but the previous session's. */
typedef struct td_link_greeting {
  uint32_t protocol;
  uint32_t session;
} td_link_greeting;

typedef struct td_link_signature {
  uint32_t function;
  uint32_t request_bytes; /* of the input struct */
  uint32_t result_bytes;  /* of the result struct */
} td_link_signature;

#define TD_LINK_MAX_FUNCTIONS 24

/* Steps of the loops by which the counter is checked: what a reading counts by itself drops out of their differences.
 * The longest outlasts a counter of 16 bits, the middle one does not. */
#define TD_LINK_SHORT_LOOP 1000
#define TD_LINK_MIDDLE_LOOP 3000
#define TD_LINK_LONG_LOOP 30000

typedef struct td_link_hello {
  uint32_t protocol;
  uint32_t session;
  uint32_t version;    /* td_version() */
  uint32_t real_bytes; /* sizeof(td_real) */
  uint32_t payload;    /* TD_LINK_PAYLOAD */
  uint32_t window;     /* TD_LINK_WINDOW */
  uint32_t sources[2]; /* td_link_sources() */
  uint32_t loops[3];   /* what the counter said of the short, the middle and the long loop */
  char board_name[32];
  char counter_name[16];
  uint32_t signature_count;
  td_link_signature signatures[TD_LINK_MAX_FUNCTIONS]; /* only those that there are go over the link */
} td_link_hello;

/* Size of a hello with this many signatures on the link. */
static inline size_t td_link_hello_bytes(uint32_t signature_count) {
  return sizeof(td_link_hello) - (TD_LINK_MAX_FUNCTIONS - (size_t)signature_count) * sizeof(td_link_signature);
}

/* A fingerprint of the library's sources, made when the link was built: SHA-256 of include/ and src/, cut short. */
void td_link_sources(uint32_t fingerprint[2]);

/* In front of an answer's result. */
typedef struct td_link_outcome {
  uint32_t check; /* CRC-32C of the payload of the request that this answers, and of what follows here */
  int32_t status;
  uint32_t counter; /* work of the function itself, in units of counter_name */
} td_link_outcome;

#ifdef __cplusplus
}
#endif

#endif
