/** Settings check of `npm start` before it builds: exits with 1 and a sentence when the server would refuse its settings. */
import { readConfig } from '#server/process/environment.ts'

import { inOneSentence } from './operate.ts'

try {
	readConfig(process.env)
} catch (error) {
	console.error(inOneSentence(error))
	process.exitCode = 1
}
