import { expect, test } from 'vitest'

import { findWelcomeVideo } from './find-welcome-video.ts'

const ID = '0b0f1d2e-3a4b-4c5d-8e6f-708192a3b4c5'
const LIBRARY = `/media/${ID}/intro-1280x720.mp4`

test.each([
	[null, null],
	['welcome.mp4', { src: '/media/welcome.mp4', tracks: [{ src: '/media/welcome.vtt', srcLang: 'en', label: 'Captions' }] }],
	['welcome-2.webm', { src: '/media/welcome-2.webm', tracks: [{ src: '/media/welcome-2.vtt', srcLang: 'en', label: 'Captions' }] }],
	[LIBRARY, { src: LIBRARY, tracks: [] }],
	[
		`${LIBRARY}#captions=de,en`,
		{
			src: LIBRARY,
			tracks: [
				{ src: `/media/${ID}/captions-de.vtt`, srcLang: 'de', label: 'German' },
				{ src: `/media/${ID}/captions-en.vtt`, srcLang: 'en', label: 'English' },
			],
		},
	],
])('the video %s is found at %o', (value, expected) => {
	expect(findWelcomeVideo(value, 'Captions')).toEqual(expected)
})
