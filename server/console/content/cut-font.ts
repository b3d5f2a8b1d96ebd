import { runInThread } from '#server/kernel/threads.ts'

export type CutFont = { ok: true; name: string; data: string } | { ok: false; problem: string }

/**
 * Subsets a font for web pages: Latin letters, one weight, WOFF2.
 * @returns `data` in base64, or a sentence that says why the file can't be used
 */
export const cutFont = (bytes: Uint8Array): Promise<CutFont> =>
	runInThread<CutFont>(
		{ file: new URL('./cut-font-thread.ts', import.meta.url), name: 'cut', task: bytes },
		{ megabytes: 256, milliseconds: 30_000 },
	).catch(() => ({ ok: false, problem: 'This font takes too long to read. Upload one with fewer characters.' }))
