import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

import { loadedContent } from '#content/loaded.server.ts'

import { checkTracks } from './tracks.ts'

const { careerPath } = loadedContent

const LIST = await readFile('content/tracks.json', 'utf8')
const LESSON = 'tracks/affiliate-marketer/be-found.md'

async function sourcesWith(changes: Record<string, string | null>): Promise<ReadonlyMap<string, string>> {
	const files = careerPath.tracks.flatMap(({ id, lessons }) => lessons.map((lesson) => `tracks/${id}/${lesson.id}.md`))
	const sources = new Map([['tracks.json', LIST]])
	for (const file of files) sources.set(file, await readFile(`content/${file}`, 'utf8'))
	for (const [file, source] of Object.entries(changes)) {
		if (source === null) sources.delete(file)
		else sources.set(file, source)
	}
	return sources
}

const faults = async (changes: Record<string, string | null>) =>
	checkTracks(await sourcesWith(changes)).map(({ file, line, message }) => `${file}:${line}: ${message}`)

test('the track list and its files match', async () => {
	expect(await faults({})).toEqual([])
})

test('a missing file, an unlisted file and a different title are each reported', async () => {
	const source = await readFile(`content/${LESSON}`, 'utf8')
	const line = LIST.slice(0, LIST.indexOf('"id": "be-found"')).split('\n').length
	expect(await faults({ [LESSON]: null })).toEqual([`tracks.json:${line}: ${LESSON} does not exist`])
	expect(await faults({ 'tracks/affiliate-marketer/extra.md': source })).toEqual([
		'tracks/affiliate-marketer/extra.md:1: isn’t listed in tracks.json: add it there, or delete this text',
	])
	expect(await faults({ [LESSON]: source.replace('title: Be Found', 'title: Be Seen') })).toEqual([
		`${LESSON}:2: title and duration must be the same as in tracks.json: Be Found, 75 min`,
	])
	const spoiled = `${source.replace('title: Be Found', 'title: Be Seen')}\n\n\`\`\`video\n{\n\`\`\`\n`
	expect(await faults({ [LESSON]: spoiled })).toHaveLength(1)
	// Errors in the list itself are reported by its schema.
	expect(await faults({ 'tracks.json': '{' })).toEqual([])
})
