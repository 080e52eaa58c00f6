// Requests to Callgrind, Valgrind's tool that counts instructions. Source: the manual of Valgrind, "The Client Request
// mechanism" and "Callgrind specific client requests".
#include "CSystem.h"

// A request code of Callgrind begins with the bytes 'C' and 'T'.
enum { is_running = 0x1001, dump_counts = 0x43540000, zero_counts, start_counting = 0x43540004, stop_counting };

// Sends a request to Valgrind: a sequence of instructions that Valgrind recognizes, and that has no
// effect on a real processor. Returns 0 if Valgrind does not run this process, or if this file has
// no sequence for the processor.
static uintptr_t request(uintptr_t code) {
  volatile uintptr_t words[6] = {code, 0, 0, 0, 0, 0};
  uintptr_t answer = 0;
#if defined(__linux__) && defined(__x86_64__)
  __asm__ volatile("rolq $3, %%rdi\n\trolq $13, %%rdi\n\trolq $61, %%rdi\n\trolq $51, %%rdi\n\txchgq %%rbx, %%rbx"
                   : "=d"(answer)
                   : "a"(words), "0"(answer)
                   : "cc", "memory");
#elif defined(__linux__) && defined(__aarch64__)
  __asm__ volatile("mov x3, #0\n\tmov x4, %1\n\tror x12, x12, #3\n\tror x12, x12, #13\n\tror x12, x12, #51\n\t"
                   "ror x12, x12, #61\n\torr x10, x10, x10\n\tmov %0, x3"
                   : "=r"(answer)
                   : "r"(words)
                   : "cc", "memory", "x3", "x4");
#endif
  return answer;
}

int csys_runs_in_valgrind(void) { return request(is_running) != 0; }

void csys_callgrind_begin(void) {
  request(start_counting);
  request(zero_counts);
}

void csys_callgrind_end(void) {
  request(dump_counts);
  request(stop_counting);
}
