import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import { checkSources, issuesForOperators, readPromised } from '#content/check/check-sources.ts'
import { checkLiterals } from '#content/check/literals.ts'
import { checkMedia } from '#content/check/media.ts'
import { readLegacyEdits, readShipped } from '#content/read-sources.server.ts'
import type { Sources } from '#content/sources.ts'

import { countCourse, countTracks, printCourse } from './course-table.ts'

const CODE_RINGS = ['app', 'contracts', 'domain', 'server']

/** Finds figures in code that must come from `content/promises/promises.ts` or the refund policy. */
async function checkCode(projectDir: string, content: Sources) {
	const files = await Promise.all(
		CODE_RINGS.map(async (ring) => (await readdir(join(projectDir, ring), { recursive: true })).map((file) => `${ring}/${file}`)),
	)
	const sources = files.flat().filter((file) => /(?<!\.test)\.tsx?$/.test(file))
	const texts = await Promise.all(sources.map(async (file) => [file, await readFile(join(projectDir, file), 'utf8')] as const))
	return checkLiterals(new Map(texts), readPromised(content))
}

const root = fileURLToPath(new URL('..', import.meta.url))
const edits = readLegacyEdits()
const sources = new Map([...readShipped(), ...edits])
const media = await readdir(join(root, 'public/media')).catch(() => [])
const { edited: isQuick } = parseArgs({ options: { edited: { type: 'boolean' } } }).values
const found = [...checkSources(sources, (file) => !isQuick || edits.has(file)), ...checkMedia(sources, new Set(media))]
const issues = issuesForOperators(found, new Set(edits.keys()))
// With `--edited`, the code isn't checked, because it doesn't depend on prices edited by an operator.
const inCode = isQuick ? [] : await checkCode(root, sources)
// Counting the claims requires loading the content, so it must be valid. Its errors are reported first.
const uncarried = issues.length > 0 ? [] : (await import('#content/loaded.server.ts')).loadedContent.findUnsupportedClaims()
for (const message of uncarried) console.error(message)
for (const { file, line, message } of issues) console.error(`content/${file}:${line}: ${message}`)
for (const { file, line, message } of inCode) console.error(`${file}:${line}: ${message}`)
if (issues.length + inCode.length + uncarried.length > 0) process.exitCode = 1
else if (!isQuick)
	console.log(`${printCourse(countCourse(sources), countTracks(sources))}\n\ncontent: all files match their schemas, and all links work`)
