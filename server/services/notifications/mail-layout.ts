import site from '#content/site.json' with { type: 'json' }

export type MailText = {
	heading: string
	paragraphs: readonly string[]
	code?: string
	action?: { label: string; url: string }
	notes: readonly string[]
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')

const FONT = "font-family:Georgia,'Times New Roman',serif"
const SANS = 'font-family:Helvetica,Arial,sans-serif'

const paragraph = (text: string) =>
	`<p style="margin:0 0 16px;${SANS};font-size:16px;line-height:24px;color:#1b2333">${escapeHtml(text)}</p>`
const note = (text: string) =>
	`<p style="margin:0 0 8px;overflow-wrap:anywhere;word-break:break-word;${SANS};font-size:14px;line-height:20px;color:#4c5163">${escapeHtml(text)}</p>`
const codeBlock = (code: string) =>
	`<p style="margin:0 0 24px;${SANS};font-size:32px;line-height:40px;font-weight:bold;letter-spacing:6px;color:#1b2333">${escapeHtml(code)}</p>`
const button = ({ label, url }: { label: string; url: string }) =>
	`<p style="margin:0 0 24px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:14px 24px;background:#cc3b14;color:#fff6e9;${SANS};font-size:16px;line-height:20px;font-weight:bold;text-decoration:none;border-radius:8px">${escapeHtml(label)}</a></p>`

function layoutHtml(mail: MailText): string {
	const blocks = [
		...mail.paragraphs.map(paragraph),
		...(mail.code === undefined ? [] : [codeBlock(mail.code)]),
		...(mail.action ? [button(mail.action), note(`The button does not work? Open this address: ${mail.action.url}`)] : []),
		...mail.notes.map(note),
	]
	return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(mail.heading)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f7f0e1">
<div style="max-width:560px;margin:0 auto;padding:32px 24px;background:#fcf8ee;border-radius:12px">
<p style="margin:0 0 24px;${FONT};font-size:18px;line-height:24px;font-weight:bold;color:#1e5749">${escapeHtml(site.name)}</p>
<h1 style="margin:0 0 16px;${FONT};font-size:26px;line-height:32px;color:#1b2333">${escapeHtml(mail.heading)}</h1>
${blocks.join('\n')}
</div>
</body>
</html>
`
}

function layoutText(mail: MailText): string {
	const blocks = [
		mail.heading,
		...mail.paragraphs,
		...(mail.code === undefined ? [] : [`Code: ${mail.code}`]),
		...(mail.action ? [`${mail.action.label}:\n${mail.action.url}`] : []),
		...mail.notes,
		site.name,
	]
	return `${blocks.join('\n\n')}\n`
}

/** One mail in both forms from the same words. Texts are plain; the HTML escapes them. */
export const layoutMail = (mail: MailText): { text: string; html: string } => ({ text: layoutText(mail), html: layoutHtml(mail) })
