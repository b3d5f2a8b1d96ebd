import type { HttpContext } from '#server/http/environment.ts'

/** Styles, fonts and pictures of the site alone. No script runs, and no form is sent. A link that the user follows may leave the frame. */
const POLICY =
	"sandbox allow-same-origin allow-top-navigation-by-user-activation; default-src 'none'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data:; media-src 'self'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'"

/** For an answer inside a frame of the console (app/admin/routes/content/frames.tsx). */
export function keepHarmless(c: HttpContext): void {
	c.header('Content-Security-Policy', POLICY)
	c.header('X-Frame-Options', 'SAMEORIGIN')
}
