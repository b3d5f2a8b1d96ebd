export type SmsKeyword = 'stop' | 'start' | 'help' | 'other'

const STOP = new Set(['stop', 'stopall', 'unsubscribe', 'end', 'quit', 'cancel', 'revoke', 'optout'])
const START = new Set(['start', 'unstop', 'yes'])
const HELP = new Set(['help', 'info'])

/** Phrases that revoke consent; the law accepts any reasonable wording. */
const REVOCATION =
	/\b(stop|unsubscribe|opt(ed|ing)?[ -]?out|remove me|leave me alone|(no|not|never|don'?t) (more |any ?more )?(text|message|send|contact)\w*)\b/

/**
 * Reads a keyword from an incoming message. Only the keyword may be in it, in any case, with surrounding spaces or punctuation. A sentence
 * that asks us to stop also counts as STOP: a false STOP can be undone with START, but a missed one costs trust.
 */
export function readKeyword(body: string): SmsKeyword {
	const text = body.normalize('NFKC').replaceAll('’', "'").toLowerCase()
	const word = text.replace(/[^a-z]/g, '')
	if (STOP.has(word)) return 'stop'
	if (START.has(word)) return 'start'
	if (HELP.has(word)) return 'help'
	return REVOCATION.test(text) ? 'stop' : 'other'
}
