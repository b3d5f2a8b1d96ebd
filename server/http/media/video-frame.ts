import { Hono } from 'hono'

import { describeVideo } from '#domain/media/video-link.ts'
import type { HttpEnv } from '#server/http/environment.ts'
import { limitRate } from '#server/http/limits.ts'
import { cacheControl } from '#server/http/security-headers.ts'

const STYLE = `
html, body { height: 100%; margin: 0; background: #17211d; color: #fff; font: 1rem/1.4 system-ui, sans-serif; }
body { display: grid; place-content: center; justify-items: center; gap: .75rem; text-align: center; }
a { display: inline-flex; align-items: center; gap: .6rem; min-height: 2.75rem; padding: 0 1.25rem; background: #fff; color: #17211d; font-weight: 600; text-decoration: none; }
a:hover { background: #ffd34d; }
a:focus-visible { outline: 3px solid #ffd34d; outline-offset: 3px; }
p { margin: 0; padding: 0 1rem; max-width: 34rem; }
iframe { position: fixed; inset: 0; width: 100%; height: 100%; border: 0; }
`

const page = (title: string, body: string) =>
	`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head><body>${body}</body></html>`

/**
 * Creates `/embed`, the page in the frame of a YouTube or Vimeo video. It loads nothing from there until the visitor presses Play. Only
 * this page's CSP allows the video's site, so other pages can't load anything from it. No script is needed.
 */
export function createVideoFrame(): Hono<HttpEnv> {
	const app = new Hono<HttpEnv>()
	app.get(
		'/embed/:site/:id',
		limitRate({ name: 'video-frame', points: 3000, seconds: 300 }),
		cacheControl('public, max-age=3600'),
		(c, next) => {
			const video = describeVideo(c.req.param('site'), c.req.param('id'))
			if (!video) return next()
			const { site, player } = video
			const isPlaying = c.req.query('play') === '1'
			c.header('X-Frame-Options', 'SAMEORIGIN')
			c.header(
				'Content-Security-Policy',
				`default-src 'none'; style-src 'unsafe-inline'; ${isPlaying ? `frame-src ${new URL(player).origin}; ` : ''}frame-ancestors 'self'; base-uri 'none'; form-action 'none'`,
			)
			const address = player.replaceAll('&', '&amp;')
			const body = isPlaying
				? `<iframe src="${address}" title="Video from ${site}" allow="autoplay; encrypted-media; fullscreen; picture-in-picture"></iframe>`
				: `<a href="?play=1"><span aria-hidden="true">▶</span>Play video from ${site}</a><p>${site} then receives your IP address.</p>`
			return c.html(page(`Video from ${site}`, body))
		},
	)
	return app
}
