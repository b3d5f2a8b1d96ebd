/** Checks the settings before `npm start` builds: exits with 1 and a message if the server would refuse them. */
import { readConfig } from '#server/process/environment.ts'

import { inOneSentence } from './operate.ts'

try {
	readConfig(process.env)
} catch (error) {
	console.error(inOneSentence(error))
	process.exitCode = 1
}
