import { setTimeout as sleep } from 'node:timers/promises'

const PACKING_TRIES = 300

/** @throws Error for a status other than 200 */
export async function fetchPage(origin: string, address: string): Promise<string> {
	const response = await fetch(origin + address)
	const text = await response.text()
	if (response.status !== 200) throw new Error(`${address}: ${response.status}`)
	return text
}

/** Waits until the pages are compressed, which happens some time after the first visit. Course pages are among the last. */
export async function waitUntilPacked(origin: string): Promise<void> {
	const weigh = async () => {
		const response = await fetch(`${origin}/course/module1`, { headers: { 'accept-encoding': 'br' } })
		await response.arrayBuffer()
		return response.headers.get('content-length')
	}
	const first = await weigh()
	for (let tries = 0; tries < PACKING_TRIES && (await weigh()) === first; tries += 1) await sleep(500)
}
