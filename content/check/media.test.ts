import { expect, test } from 'vitest'

import { checkMedia } from './media.ts'

const VIDEO = '```video\nfile: first-call.mp4\ntitle: A first call\nminutes: 4\ntranscript: [Hello.]\n```\n'
const LESSON = new Map([['course/module-2/lessons/calls.md', `Text\n\n${VIDEO}`]])
const WHOLE = ['first-call.mp4', 'first-call.vtt', 'first-call.webp']

test('a video with captions and poster passes', () => {
	expect(checkMedia(LESSON, new Set(WHOLE))).toEqual([])
})

test.each(WHOLE)('without %s an error names file and line', (name) => {
	expect(checkMedia(LESSON, new Set(WHOLE.filter((each) => each !== name)))).toEqual([
		{ file: 'course/module-2/lessons/calls.md', line: 4, message: `public/media/${name} does not exist` },
	])
})

test('the welcome film needs captions; without a film nothing is required', () => {
	const named = new Map([['site.json', '{"name": "Here",\n"welcomeVideo": "welcome.mp4"}']])
	expect(checkMedia(named, new Set(['welcome.mp4']))).toEqual([
		{ file: 'site.json', line: 2, message: 'public/media/welcome.vtt does not exist' },
	])
	expect(checkMedia(new Map([['site.json', '{"name": "Here", "welcomeVideo": null}']]), new Set())).toEqual([])
})
