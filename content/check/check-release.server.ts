import fs from 'node:fs'
import path from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'

import type { Content } from '#content/load-content.server.ts'
import { ContentProblem, type FileIssue } from '#content/parsed-files.ts'
import { isInPublishedText } from '#content/promises/placeholders.ts'
import { contentFolder, readShipped } from '#content/read-sources.server.ts'
import { applyEdits, type Sources } from '#content/sources.ts'

import { checkInSteps, issuesForOperators } from './check-sources.ts'
import { checkMedia } from './media.ts'
import { withoutRemoved } from './removed-parts.ts'

/** Runs the steps, and yields to the event loop after each, so that the server can handle requests during a long check. */
async function takeSteps<T>(steps: Iterable<T>): Promise<T[]> {
	const taken: T[] = []
	for (const step of steps) {
		taken.push(step)
		await breathe()
	}
	return taken
}

/** Lists the names of the files in public/media. */
export function listMedia(): Set<string> {
	const folder = path.join(contentFolder, '..', 'public', 'media')
	return new Set(fs.existsSync(folder) ? fs.readdirSync(folder, { recursive: true, withFileTypes: true }).map(({ name }) => name) : [])
}

async function listLoadIssues(load: () => Content): Promise<readonly FileIssue[]> {
	try {
		const content = load()
		await breathe()
		await takeSteps(content.readEachLesson())
		return []
	} catch (error) {
		if (error instanceof ContentProblem) return error.issues
		throw error
	}
}

type Load = {
	/** Loads the shipped files with the edits applied. */
	load: () => Content
	/** Edits that are already public. If absent, all edits count as new. */
	live?: Sources | undefined
}

/**
 * Lists a release's problems. Unlike the repository's own check, skips rules that only keep the project's own files tidy, and unknown
 * placeholders that are already public.
 */
export async function checkRelease(edits: Sources, { load, live = new Map() }: Load): Promise<FileIssue[]> {
	const loading = await listLoadIssues(load)
	const shipped = readShipped()
	const changed = new Set([...edits.keys()].filter((file) => edits.get(file) !== live.get(file)))
	const sources = withoutRemoved(applyEdits(shipped, edits), changed)
	const checked = await takeSteps(checkInSteps(sources, (file) => edits.has(file)))
	const found = [...checked.flat(), ...checkMedia(sources, listMedia())]
	const issues = issuesForOperators(found, new Set(edits.keys())).filter(
		({ file, message }) => !isInPublishedText(message, { live: live.get(file) ?? '', text: sources.get(file) ?? '' }),
	)
	const faulty = new Set(issues.map(({ file }) => file))
	const all = [...issues, ...loading.filter(({ file }) => !faulty.has(file))]
	if (all.length > 0) return all
	return load()
		.findUnsupportedClaims()
		.map((message) => ({ file: 'marketing/claims.json', line: 1, message: message.replace('content/marketing/claims.json: ', '') }))
}
