// `npm run setup`: installs everything that development needs, tools and tests included. Refuses to change packages under a running server.
import { asCommand } from './ensure.mjs'
import { ensureInstalled } from './install.mjs'

await asCommand(async () => {
	await ensureInstalled()
	console.log('Ready. Next: npm run dev')
	return 0
})
