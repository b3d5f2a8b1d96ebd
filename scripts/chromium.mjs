// Finds a Chromium for the browser tests, or installs one if this account may.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

import { findNode, root } from './ensure.mjs'

/** Debian's package of headless Chromium: the same engine, with a quarter less CPU time. */
const SHELL = 'chromium-headless-shell'
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const ELSEWHERE = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium']

export const HOW_TO_INSTALL = `The browser tests need Chromium, and none was found.
Install it (Debian, Ubuntu: sudo apt-get install ${SHELL}; macOS: brew install --cask chromium),
or set CHROMIUM_PATH to the program, and run npm test again.`

const quiet = (file, args) => spawnSync(file, args, { encoding: 'utf8', timeout: 30_000 })
/** True if a program prints a version. On some systems, `chromium` only explains how to install the real one. */
const isRunning = (file) => /\d+\.\d+/.test(quiet(file, ['--version']).stdout ?? '')

function findChromium() {
	const dirs = (process.env.PATH ?? '').split(path.delimiter)
	const inPath = NAMES.flatMap((name) => dirs.map((dir) => path.join(dir, name)))
	const candidates = [process.env.CHROMIUM_PATH, ...inPath, ...ELSEWHERE].filter((file) => file && fs.existsSync(file))
	return candidates.find(isRunning) ?? null
}

/** Installs Chromium from Debian's packages, as root or with sudo; does nothing without apt-get, or if sudo needs a password. */
function installWithApt() {
	const rise = process.getuid?.() === 0 ? [] : ['sudo', '-n']
	if (quiet('apt-get', ['--version']).status !== 0) return
	if (rise.length > 0 && quiet('sudo', ['-n', 'true']).status !== 0) return
	console.log('Installing Chromium (apt-get)…')
	const run = (...args) => {
		const [file, ...rest] = [...rise, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', ...args]
		return spawnSync(file, rest, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
	}
	run('update')
	const install = (name) => run('install', '-y', '--no-install-recommends', name)
	// Older distributions have only the full Chromium.
	if (!install(SHELL)) install('chromium')
}

/** Downloads Playwright's build, which needs no privileges, only a network. */
function installWithPlaywright() {
	console.log('Downloading Chromium (playwright install)…')
	const ask = `const { registry } = require('playwright-core/lib/coreBundle').registry
		process.stdout.write(registry.findExecutable('${SHELL}').executablePath())`
	spawnSync(findNode(), ['node_modules/@playwright/test/cli.js', 'install', '--only-shell', 'chromium'], {
		cwd: root,
		stdio: ['ignore', 'ignore', 'inherit'],
		timeout: 300_000,
	})
	const file = spawnSync(findNode(), ['-e', ask], { cwd: root, encoding: 'utf8' }).stdout
	return file && fs.existsSync(file) && isRunning(file) ? file : null
}

/** @returns path of a working Chromium; null if none could be installed */
export function ensureChromium() {
	const found = findChromium()
	if (found) return found
	installWithApt()
	return findChromium() ?? installWithPlaywright()
}
