import { runInThread } from '#server/kernel/threads.ts'

export type SubsetFont = { ok: true; name: string; data: string } | { ok: false; problem: string }

/**
 * Subsets a font for web pages: Latin letters, one weight, WOFF2.
 * @returns `data` in base64, or a sentence that says why the file can't be used
 */
export const subsetFont = (bytes: Uint8Array): Promise<SubsetFont> =>
	runInThread<SubsetFont>(
		{ file: new URL('./subset-font-thread.ts', import.meta.url), name: 'cutFontInThread', task: bytes },
		{ megabytes: 256, milliseconds: 30_000 },
	).catch(() => ({ ok: false, problem: 'This font takes too long to read. Upload one with fewer characters.' }))
