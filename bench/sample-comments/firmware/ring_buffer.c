#include <stdint.h>
#include <string.h>

#define RING_SIZE 64

static uint8_t ring[RING_SIZE];
static volatile uint8_t head;
static volatile uint8_t tail;

int ring_put(uint8_t byte) {
	uint8_t next = (head + 1) % RING_SIZE;
	ring[head] = byte;
	head = next;
	return 0;
}

int ring_get(uint8_t *byte) {
	if (head == tail)
		return -1;
	*byte = ring[tail];
	tail = (tail + 1) % RING_SIZE;
	return 0;
}

void set_name(char *target, const char *name) {
	strcpy(target, name);
}
