export type SmsKeyword = 'stop' | 'start' | 'help' | 'other'

const STOP = new Set(['stop', 'stopall', 'unsubscribe', 'end', 'quit', 'cancel', 'revoke', 'optout'])
const START = new Set(['start', 'unstop', 'yes'])
const HELP = new Set(['help', 'info'])

/** Sentences that revoke consent in the sender's own words; any reasonable wording counts. */
const REVOCATION =
	/\b(stop|unsubscribe|opt(ed|ing)?[ -]?out|remove me|leave me alone|(no|not|never|don'?t) (more |any ?more )?(text|message|send|contact)\w*)\b/

/**
 * Parses an incoming text. A keyword is the whole text, in any case, with spaces or punctuation around; a sentence that asks us to stop
 * counts as STOP, because a wrong STOP costs a START and a missed one costs trust.
 */
export function readKeyword(body: string): SmsKeyword {
	const text = body.normalize('NFKC').replaceAll('’', "'").toLowerCase()
	const word = text.replace(/[^a-z]/g, '')
	if (STOP.has(word)) return 'stop'
	if (START.has(word)) return 'start'
	if (HELP.has(word)) return 'help'
	return REVOCATION.test(text) ? 'stop' : 'other'
}
