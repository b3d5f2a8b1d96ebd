import { route, type RouteConfig } from '@react-router/dev/routes'

import { CONSOLE_PAGES } from '#contracts/console-pages.ts'
import { consolePaths } from '#contracts/console-paths.ts'

export default [
	...CONSOLE_PAGES.map(([path, , file]) => route(path, `routes/${file}.tsx`)),

	// Sign-in, second factor and refusals, at the paths of server/console/shell/signed-out-pages.ts.
	route(consolePaths.entry, 'routes/entry/entry.tsx'),
	// Sandbox and development pages, at the paths of server/http/sandbox and server/http/dev.
	route('/sandbox', 'routes/sandbox/sandbox.tsx'),
	route('/dev', 'routes/dev/dev.tsx'),
	// A ticket as its sender sees it, at the path of server/http/requests.
	route('/requests', 'routes/requests/requests.tsx'),
	// The availability, at the path of server/http/status.
	route('/status', 'routes/status/status.tsx'),
	// Passes form submissions to their action, and loads pages and files outside this app as documents.
	route(`${consolePaths.root}/*`, 'routes/action.tsx'),
] satisfies RouteConfig
