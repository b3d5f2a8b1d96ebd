import { StringDecoder } from 'node:string_decoder'

/**
 * Labels the lines of a program's output, so that programs can share a terminal.
 * @returns `write` takes chunks of any size; `end` prints an unfinished last line
 */
export function prefixOutputLines(name: string, print: (line: string) => void) {
	const decoder = new StringDecoder('utf8')
	let rest = ''
	const give = (line: string) => print(`${name} | ${line.replace(/\r$/, '')}`)
	return {
		write(chunk: Buffer) {
			const lines = (rest + decoder.write(chunk)).split('\n')
			rest = lines.pop() ?? ''
			lines.forEach(give)
		},
		end() {
			rest += decoder.end()
			if (rest) give(rest)
			rest = ''
		},
	}
}
