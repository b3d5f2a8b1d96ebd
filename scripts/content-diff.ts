/** `npm run -s content:diff > edits.patch`: what was edited in CONTENT_DIR, as a patch of `content/` that `git apply` takes. */
import { createTwoFilesPatch } from 'diff'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { contentDir, contentFolder } from '#content/files/overlay.server.ts'

const read = (...place: string[]) => readFileSync(path.join(...place), 'utf8')

const files = globSync('**/*.{json,md}', { cwd: contentDir })
	.map((file) => file.replaceAll('\\', '/'))
	.toSorted()
for (const file of files) {
	if (!existsSync(path.join(contentFolder, file))) {
		console.error(`content/${file} is not there any more; its edit stands in ${contentDir} and is read by nobody`)
		continue
	}
	const [origin, edited] = [read(contentFolder, file), read(contentDir, file)]
	if (origin !== edited) process.stdout.write(createTwoFilesPatch(`a/content/${file}`, `b/content/${file}`, origin, edited))
}
