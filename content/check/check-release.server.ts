import { nodeParts } from '#content/files/node-parts.ts'
import { contentFolder } from '#content/files/overlay.server.ts'
import { readShipped, type Sources } from '#content/files/read-sources.server.ts'
import type { Content } from '#content/load-content.server.ts'
import type { FileIssue } from '#content/parsed-files.ts'

import { checkSources, issuesForOperators } from './check-sources.ts'
import { checkMedia } from './media.ts'

/** Names of the videos, captions and pictures that pages can play. */
function listMedia(): Set<string> {
	const fs = nodeParts().getBuiltinModule('node:fs')
	const folder = `${contentFolder}/../public/media`
	return new Set(fs.existsSync(folder) ? fs.readdirSync(folder, { recursive: true, withFileTypes: true }).map(({ name }) => name) : [])
}

/**
 * Lists what is wrong with content that can be loaded: links that lead nowhere, claims that it does not keep, texts that contradict each
 * other. Unlike the check of this repository it ignores what only keeps the project's own files tidy.
 * @param content the shipped files with `edits`
 */
export function checkRelease(content: Content, edits: Sources): FileIssue[] {
	const sources: Sources = new Map([...readShipped(), ...edits])
	const found = [...checkSources(sources, (file) => edits.has(file)), ...checkMedia(sources, listMedia())]
	const issues = issuesForOperators(found, new Set(edits.keys()))
	if (issues.length > 0) return issues
	return content.findUncarriedClaims().map((message) => ({ file: 'marketing/claims.json', line: 1, message }))
}
