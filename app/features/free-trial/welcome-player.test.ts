import { expect, test } from 'vitest'

import { findWelcomeVideo } from './welcome-player.tsx'

test.each([
	[null, null],
	['welcome.mp4', { src: '/media/welcome.mp4', captions: '/media/welcome.vtt' }],
	['welcome-2.webm', { src: '/media/welcome-2.webm', captions: '/media/welcome-2.vtt' }],
])('the video %s is found at %o', (fileName, expected) => {
	expect(findWelcomeVideo(fileName)).toEqual(expected)
})
