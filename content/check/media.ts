import { parseBlocks } from '#content/parse-blocks.ts'
import { videoFilesOf } from '#content/schema/blocks.ts'

import { readContentStrings } from './references.ts'

type Located = { file: string; line: number; message: string }

/**
 * Finds missing video files: the welcome video in site.json needs its file and captions, a video in a text also its poster.
 * @param media file names in public/media
 */
export function checkMedia(sources: ReadonlyMap<string, string>, media: ReadonlySet<string>): Located[] {
	return [...sources].flatMap(([file, source]) =>
		namedMedia(file, source)
			.filter(({ name }) => !media.has(name))
			.map(({ name, line }) => ({ file, line, message: `public/media/${name} does not exist` })),
	)
}

function namedMedia(file: string, source: string): { name: string; line: number }[] {
	if (file === 'site.json')
		return readContentStrings(file, source)
			.filter(({ key, value }) => key === 'welcomeVideo' && !value.startsWith('/'))
			.flatMap(({ value, line }) => [value, videoFilesOf({ file: value }).captions].map((name) => ({ name, line })))
	if (!file.endsWith('.md') || !source.includes('```video')) return []
	const parsed = parseBlocks(source)
	const videos = parsed.ok ? parsed.blocks.videos : []
	const lineOf = (name: string) => source.slice(0, source.indexOf(name)).split('\n').length
	return videos.flatMap((video) => Object.values(videoFilesOf(video)).map((name) => ({ name, line: lineOf(video.file) })))
}
