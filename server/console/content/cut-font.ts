export type CutFont = { ok: true; name: string; data: string } | { ok: false; problem: string }

const LIMIT_MS = 30_000
const MAX_MEGABYTES = 256

/**
 * Subsets a font for web pages: Latin letters, one weight, WOFF2.
 * @returns `data` in base64, or a sentence why the file can't be used
 */
export async function cutFont(bytes: Uint8Array): Promise<CutFont> {
	const { Piscina } = await import('piscina')
	const threads = new Piscina({
		filename: new URL('./cut-font-thread.ts', import.meta.url).href,
		name: 'cut',
		minThreads: 1,
		maxThreads: 1,
		resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES },
	})
	// A crashed thread only rejects its own call.
	threads.on('error', () => {})
	try {
		return (await threads.run(bytes, { signal: AbortSignal.timeout(LIMIT_MS) })) as CutFont
	} catch {
		return { ok: false, problem: 'This font takes too long to read. Upload one with fewer characters.' }
	} finally {
		await threads.destroy()
	}
}
