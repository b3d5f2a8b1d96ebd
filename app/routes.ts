import { index, route, type RouteConfig } from '@react-router/dev/routes'

/** Every URL of the product, one line each. A public page also stands in app/prerender-paths.ts. */
export default [
	index('routes/marketing/home.tsx'),

	route('404', 'routes/not-found.tsx', { id: 'not-found-page' }),
	route('*', 'routes/not-found.tsx', { id: 'not-found' }),
] satisfies RouteConfig
