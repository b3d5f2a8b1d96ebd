// `npm run setup`: installs everything for development, including tools and tests. Refuses to change packages that a running
// server uses.
import { asCommand } from './ensure.mjs'
import { ensureInstalled } from './install.mjs'

await asCommand(async () => {
	await ensureInstalled()
	console.log('Ready. Next: npm run dev')
	return 0
})
