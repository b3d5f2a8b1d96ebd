/** Enhanced status codes about the mailbox (RFC 3463). All others may be about our server, or temporary. */
const BAD_MAILBOX = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1'])

const SAYS_POLICY = /spam|block|polic|relay|reputation|denied|denies|authenti|listed|reject(?:ed)? due|access/i

/** True for a status such as `5.1.1`: the address will never accept mail. */
export const isBadMailboxStatus = (status: string): boolean => BAD_MAILBOX.has(status)

/**
 * True if a reply to RCPT TO means that the mailbox is bad. Without an enhanced code, 550, 551 and 553 count, unless the text mentions
 * policy: the address must not be suppressed because our server is blocked.
 * @param reply the whole line, starting with its three digits
 */
export function isBadMailboxReply(reply: string): boolean {
	const enhanced = /^5\d\d[ -](5\.\d{1,3}\.\d{1,3})/.exec(reply)?.[1]
	if (enhanced !== undefined) return isBadMailboxStatus(enhanced)
	return /^55[013][ -]/.test(reply) && !SAYS_POLICY.test(reply)
}
