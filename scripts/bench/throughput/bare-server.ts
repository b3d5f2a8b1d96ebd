/** Bare Node.js server: sends the same bytes and headers for each request. Usage: `bare-server.ts <answer.json>`, with PORT. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

import type { RecordedResponse } from './save-answer.ts'

const { headers, body } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as RecordedResponse
const bytes = Buffer.from(body, 'base64')

createServer((_request, response) => {
	response.writeHead(200, headers)
	response.end(bytes)
}).listen(Number(process.env['PORT']), '127.0.0.1')
