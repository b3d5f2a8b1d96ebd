import { Worker } from 'node:worker_threads'

export type CutFont = { ok: true; name: string; data: string } | { ok: false; problem: string }

const LIMIT_MS = 30_000
const MOST_MEGABYTES = 256

const TOO_MUCH: CutFont = { ok: false, problem: 'It takes too long to read. Give a font with fewer letters.' }

/**
 * Makes of a font file what pages load of it: its Latin letters, one weight, as WOFF2.
 * @returns `data` in base64; or in a sentence why the file cannot be used
 */
export function cutFont(bytes: Uint8Array): Promise<CutFont> {
	const thread = new Worker(new URL('./cut-font-thread.ts', import.meta.url), {
		workerData: bytes,
		resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
	})
	return new Promise<CutFont>((resolve) => {
		const timer = setTimeout(() => resolve(TOO_MUCH), LIMIT_MS)
		const end = (answer: CutFont) => {
			clearTimeout(timer)
			resolve(answer)
		}
		thread.once('message', end)
		thread.once('error', () => end(TOO_MUCH))
	}).finally(() => void thread.terminate())
}
