const TIME = String.raw`(?:(\d{2,}):)?([0-5]\d):([0-5]\d)\.(\d{3})`
const CUE = new RegExp(String.raw`^${TIME}[ \t]+-->[ \t]+${TIME}(?:[ \t]+\S.*)?$`)

const toMs = ([hours = '0', minutes, seconds, milliseconds]: (string | undefined)[]) =>
	((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(milliseconds)

const isComment = (block: string) => /^(?:NOTE|STYLE|REGION)(?:[ \t\n]|$)/.test(block)

/** Describes the first problem in a WebVTT file, in a sentence for its author; null if the file is valid. */
export function findCaptionsProblem(source: string): string | null {
	const lines = source.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
	if (!/^WEBVTT(?:[ \t].*)?(?:\n|$)/.test(lines)) return 'A captions file starts with the word WEBVTT. Save it as WebVTT (.vtt).'
	const blocks = lines
		.split(/\n{2,}/)
		.slice(1)
		.map((block) => block.replace(/^\n+|\n+$/g, ''))
		.filter((block) => block !== '')
	const cues = blocks.filter((block) => !isComment(block))
	if (cues.length === 0) return 'There are no captions in this file.'
	for (const [index, cue] of cues.entries()) {
		const [first = '', second = ''] = cue.split('\n')
		const timing = first.includes('-->') ? first : second
		const found = CUE.exec(timing)
		if (!found) return `The time of caption ${index + 1} must look like 00:01.000 --> 00:04.000.`
		if (toMs(found.slice(1, 5)) >= toMs(found.slice(5, 9))) return `Caption ${index + 1} ends before it starts.`
	}
	return null
}
