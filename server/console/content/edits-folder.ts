import { existsSync, renameSync } from 'node:fs'
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

import type { Edits } from '#content/files/read-sources.server.ts'

/** Where the edits to be published are put together. */
export const stagedOf = (folder: string) => `${folder}.next`
const lastOf = (folder: string) => `${folder}.last`

/** Removes what a publication needed beside the folder; one that was killed between its two moves has left the folder's own texts there. */
export async function dropCopies(folder: string): Promise<void> {
	if (!existsSync(folder) && existsSync(lastOf(folder))) renameSync(lastOf(folder), folder)
	for (const copy of [lastOf(folder), stagedOf(folder)]) await rm(copy, { recursive: true, force: true })
}

/** A copy of the folder of edits with these in it, and any other file as it is. */
export async function stageEdits(folder: string, staged: string, edits: Edits): Promise<void> {
	await rm(staged, { recursive: true, force: true })
	await mkdir(staged, { recursive: true })
	if (existsSync(folder)) await cp(folder, staged, { recursive: true })
	for (const [file, text] of Object.entries(edits)) {
		const target = path.join(staged, file)
		if (text === null) await rm(target, { force: true })
		else {
			await mkdir(path.dirname(target), { recursive: true })
			await writeFile(target, text)
		}
	}
}

/** The copy takes the folder's place, whole or not at all: nothing has to be written any more. @returns what takes it back */
export function exchangeFolders(folder: string): () => void {
	const isFirst = !existsSync(folder)
	if (!isFirst) renameSync(folder, lastOf(folder))
	renameSync(stagedOf(folder), folder)
	return () => {
		renameSync(folder, stagedOf(folder))
		if (!isFirst) renameSync(lastOf(folder), folder)
	}
}
