import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/** The server's own modules: Node loads them natively, so that the bundle contains no second copy of anything with state. */
const NATIVE = /^#(?:server|domain|contracts|content)\//

/** The bundle of the operator's console (app/admin); vite.config.ts builds that of the site. */
export default defineConfig({
	publicDir: false,
	define: { 'import.meta.env.VITE_SITE_URL': '""' },
	plugins: [tailwindcss(), reactRouter()],
	build: {
		target: 'es2022',
		assetsDir: 'admin/assets',
		modulePreload: { polyfill: false },
		assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
	},
	environments: {
		ssr: {
			define: { 'process.env.NODE_ENV': '"production"' },
			resolve: { noExternal: true },
			build: { target: 'node24', rolldownOptions: { external: NATIVE } },
		},
	},
})
