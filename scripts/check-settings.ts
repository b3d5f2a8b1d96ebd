/** Checks the settings before `npm start` builds: exits with 1 and a message if the server would refuse them. */
import { readConfig } from '#server/process/environment.ts'

import { runAsCommand } from './operate.ts'

await runAsCommand(() => void readConfig(process.env))
