/**
 * `npm run config`: shows every variable of the service with its effective value and origin; secrets are masked. Exits with 1 and
 * the reason if the service wouldn't start. Opens no database.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'

import { describeConfig, findUnusedVariables, readConfig } from '#server/process/environment.ts'

import { home } from './ensure.mjs'
import { describeError } from './operate.ts'

const envFile = path.join(home, '.env')
const file = existsSync(envFile) ? parseEnv(readFileSync(envFile, 'utf8')) : {}
// Node.js has already loaded the file into the environment. Variables with the same value as in the file are from the file.
const environment = Object.fromEntries(Object.entries(process.env).filter(([name, value]) => file[name] !== value))

const variables = describeConfig(environment, file)
const nameWidth = Math.max(...variables.map(({ name }) => name.length))
const originWidth = Math.max(...variables.map(({ origin }) => origin.length))
for (const { name, value, origin } of variables) console.log(`${name.padEnd(nameWidth)}  ${origin.padEnd(originWidth)}  ${value}`.trimEnd())

const unused = findUnusedVariables(process.env)
if (unused.length > 0) console.log(`\nSet, but not used here: ${unused.join(', ')}`)
try {
	readConfig(process.env)
} catch (error) {
	console.error(`\nThe service would not start:\n${describeError(error)}`)
	process.exitCode = 1
}
