import type { Content } from '#content/load-content.server.ts'

/** Builds the web manifest. Its colors are the background of the light theme. */
export const webManifest = ({ site }: Pick<Content, 'site'>): string =>
	JSON.stringify({
		name: site.name,
		short_name: site.name,
		start_url: '/',
		display: 'minimal-ui',
		background_color: '#f7f0e1',
		theme_color: '#f7f0e1',
		icons: [
			{ src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
			{ src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
			{ src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
		],
	})
