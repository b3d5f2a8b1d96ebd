import type { HttpContext } from '#server/http/environment.ts'

/**
 * Allows only this site's styles, fonts and pictures: no scripts, no form submission. Links the user clicks may navigate the
 * whole window.
 */
const POLICY =
	"sandbox allow-same-origin allow-top-navigation-by-user-activation; default-src 'none'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data:; media-src 'self'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'"

/** Sets the headers of a response shown in a console frame (app/admin/routes/content/frames.tsx). */
export function keepHarmless(c: HttpContext): void {
	c.header('Content-Security-Policy', POLICY)
	c.header('X-Frame-Options', 'SAMEORIGIN')
}
