import { expect, test } from 'vitest'

import { createPrometheus } from './prometheus.ts'

test('a metric no longer reported disappears instead of becoming zero', async () => {
	const metrics = createPrometheus()
	const figures = [
		{ name: 'launchway_disk_free_bytes', help: 'Free space.', value: 7 },
		{ name: 'launchway_events', help: 'Totals.', labels: { event: 'paid' }, value: 3 },
		{ name: 'launchway_events', help: 'Totals.', labels: { event: 'ordered' }, value: 4 },
	]
	await metrics.print(figures)
	const printed = (await metrics.print(figures)).text.split('\n')
	expect(printed).toEqual(expect.arrayContaining(['launchway_disk_free_bytes 7', 'launchway_events{event="paid"} 3']))
	expect(printed).toContain('launchway_events{event="ordered"} 4')
	// A gauge at zero would look like a full disk, or like a backup that was just made.
	const { text } = await metrics.print([])
	expect(text).not.toContain('launchway_disk_free_bytes')
	expect(text).toContain('launchway_http_requests_total')
})
