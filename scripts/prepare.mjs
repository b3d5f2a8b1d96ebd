// Installs and builds what a release lacks: `npm run upgrade` runs this in the new release. Plain JavaScript, so any Node.js 20 can
// run it.
import { ensureBuilt } from './build.mjs'
import { asCommand } from './ensure.mjs'
import { ensureInstalled } from './install.mjs'

await asCommand(async () => {
	await ensureInstalled({ withTools: false })
	await ensureBuilt()
	return 0
})
