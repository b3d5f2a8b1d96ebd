import { expect, test } from 'vitest'

import { describeVideo, readVideoLink } from './video-link.ts'

const ID = 'dQw4w9WgXcQ'
const YOUTUBE = [
	`https://www.youtube.com/watch?v=${ID}`,
	`http://youtube.com/watch?app=desktop&v=${ID}&t=42s`,
	`youtu.be/${ID}?si=abc`,
	`https://m.youtube.com/shorts/${ID}`,
	`https://www.youtube.com/live/${ID}`,
	` https://www.youtube-nocookie.com/embed/${ID} `,
]

test.each(YOUTUBE)('%s is a video on YouTube', (link) => {
	expect(readVideoLink(link)).toEqual({
		site: 'YouTube',
		url: `https://www.youtube.com/watch?v=${ID}`,
		frame: `/embed/youtube/${ID}`,
		player: `https://www.youtube-nocookie.com/embed/${ID}?autoplay=1&rel=0`,
	})
})

test.each([
	['https://vimeo.com/123456789', '/embed/vimeo/123456789', 'https://player.vimeo.com/video/123456789?dnt=1&autoplay=1'],
	[
		'https://vimeo.com/channels/staffpicks/123456789',
		'/embed/vimeo/123456789',
		'https://player.vimeo.com/video/123456789?dnt=1&autoplay=1',
	],
	[
		'vimeo.com/123456789/0a1b2c3d4e',
		'/embed/vimeo/123456789-0a1b2c3d4e',
		'https://player.vimeo.com/video/123456789?dnt=1&autoplay=1&h=0a1b2c3d4e',
	],
	[
		'https://player.vimeo.com/video/123456789?h=0a1b2c3d4e',
		'/embed/vimeo/123456789-0a1b2c3d4e',
		'https://player.vimeo.com/video/123456789?dnt=1&autoplay=1&h=0a1b2c3d4e',
	],
])('%s is a video on Vimeo, which must not track', (link, frame, player) => {
	expect(readVideoLink(link)).toMatchObject({ site: 'Vimeo', frame, player })
	expect(readVideoLink(readVideoLink(link)?.url ?? '')).toMatchObject({ frame })
})

test.each([
	'',
	'A video',
	'https://example.org/watch?v=dQw4w9WgXcQ',
	'https://www.youtube.com.example.org/watch?v=dQw4w9WgXcQ',
	'https://youtube.com@example.org/watch?v=dQw4w9WgXcQ',
	'https://www.youtube.com/watch?v="onload=x',
	'https://www.youtube.com/@someone',
	'https://www.youtube.com/playlist?list=PL1',
	'https://vimeo.com/someone',
	'javascript:alert(1)',
	'/media/a.mp4',
])('%j is no such video', (link) => expect(readVideoLink(link)).toBeNull())

test.each([
	['youtube', '../../x'],
	['youtube', `${ID}&autoplay=0`],
	['vimeo', '123456789-xyz'],
	['dailymotion', ID],
])('%s/%s has no frame', (site, id) => expect(describeVideo(site, id)).toBeNull())
