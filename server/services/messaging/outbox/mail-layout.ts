import type { Content } from '#content/load-content.server.ts'
import { isWideLogo, logoRatio } from '#content/logo.ts'
import type { MailBlock, MailPicture, MailSpan } from '#content/mail-markdown.server.ts'
import { oncePerContent } from '#content/once-per-content.ts'
import { readLogoPicture } from '#content/schema/logo.ts'
import { escapeMarkup } from '#domain/markup/escape-markup.ts'
import { MAIL_TYPE } from '#domain/newsletter/mail-type.ts'

import { inlineAddress, LOGO_NAME } from './inline-pictures.ts'

/** A note may end with a link. */
type MailNote = string | { text: string; label: string; url: string }

export type MailText = {
	heading: string
	paragraphs: readonly string[]
	code?: string
	/** Text that mail clients show after the subject; by default the code, otherwise the first words. */
	preheader?: string
	/** Blocks shown after the paragraphs. */
	blocks?: readonly MailBlock[]
	action?: { label: string; url: string }
	notes: readonly MailNote[]
}

const TABLE = '<table role="presentation" cellpadding="0" cellspacing="0" border="0"'
// Font stacks that use the site's font if the reader has it installed. Remote fonts or images would reveal that the email was
// opened, so pictures are embedded.
const FONTS: Record<Content['brand']['font'], string> = {
	besley: "font-family:Besley,Georgia,'Times New Roman',serif",
	serif: "font-family:Georgia,'Times New Roman',serif",
	sans: 'font-family:Arial,Helvetica,sans-serif',
}

/** Renders the preview text that mail clients show after the subject; it's hidden in the email itself. */
const preview = (text: string) =>
	`<div style="display:none;max-height:0;max-width:0;overflow:hidden;mso-hide:all;font-size:1px;line-height:1px;color:#f7f0e1">${escapeMarkup(text)} </div>`

const drawMark = ({ brand }: Content) =>
	`<td style="padding:0 10px 0 0"><div style="width:14px;height:14px;margin:0 0 4px 3px;background:#f2b134;border-radius:7px;font-size:0;line-height:0">&nbsp;</div><div style="width:32px;height:5px;background:${brand.day.accent};font-size:0;line-height:0">&nbsp;</div><div style="width:32px;height:3px;margin:4px 0 0;background:#1b2333;font-size:0;line-height:0">&nbsp;</div></td>`

const LOGO_HEIGHT = 40

/**
 * Returns table cells with the logo and the name. With a vector logo, which mail clients can't show, only the name is shown. A wide logo
 * replaces the name.
 */
function logoCells(content: Content, font: string): string {
	const { site, logo, hasOwnLogo } = content
	const name = `<td style="${font};font-size:20px;line-height:28px;font-weight:bold;color:#1b2333">${escapeMarkup(site.name)}</td>`
	if (!hasOwnLogo) return `${drawMark(content)}\n${name}`
	if (!readLogoPicture(logo)) return name
	const isWide = isWideLogo(logo)
	const width = Math.round(LOGO_HEIGHT * logoRatio(logo))
	const alt = isWide ? escapeMarkup(site.name) : ''
	const picture = `<td style="padding:0 10px 0 0"><img src="${inlineAddress(LOGO_NAME)}" alt="${alt}" width="${width}" height="${LOGO_HEIGHT}" style="display:block;border:0;${font};font-size:20px;font-weight:bold;color:#1b2333"></td>`
	return isWide ? picture : `${picture}\n${name}`
}

const noteHtml = (note: MailNote) =>
	typeof note === 'string'
		? escapeMarkup(note)
		: `${escapeMarkup(note.text)} <a href="${escapeMarkup(note.url)}" style="color:#4c5163">${escapeMarkup(note.label)}</a>`

const partsOf = oncePerContent((content) => {
	const { brand } = content
	const font = FONTS[brand.font]
	return {
		font,
		paragraph: (text: string) => `<p style="margin:0 0 16px;${font};${TEXT_STYLE};color:#1b2333">${escapeMarkup(text)}</p>`,
		note: (note: MailNote) =>
			`<p style="margin:0 0 8px;overflow-wrap:anywhere;word-break:break-word;${font};font-size:16px;line-height:24px;color:#4c5163">${noteHtml(note)}</p>`,
		codeBlock: (code: string) =>
			`<p style="margin:0 0 24px;${font};font-size:32px;line-height:40px;font-weight:bold;letter-spacing:6px;color:#1b2333">${escapeMarkup(code)}</p>`,
		/** The button is a table, because Outlook ignores padding and background on links. */
		button: ({ label, url }: { label: string; url: string }) =>
			`${TABLE} style="margin:0 0 24px"><tr><td bgcolor="${brand.day.accent}" style="border-radius:3px"><a href="${escapeMarkup(url)}" style="display:inline-block;padding:14px 24px;color:${brand.day.onAccent};${font};font-size:17px;line-height:22px;font-weight:bold;text-decoration:none">${escapeMarkup(label)}</a></td></tr></table>`,
		logo: `${TABLE} style="margin:0 0 24px"><tr>
${logoCells(content, font)}
</tr></table>`,
	}
})

function spanHtml({ text, bold, italic, href }: MailSpan): string {
	const escaped = escapeMarkup(text).replaceAll('\n', '<br>')
	const strong = bold ? `<strong>${escaped}</strong>` : escaped
	const slanted = italic ? `<em>${strong}</em>` : strong
	return href === undefined ? slanted : `<a href="${escapeMarkup(href)}" style="color:#1b2333">${slanted}</a>`
}

const toStyle = ({ sizePx, linePx }: { sizePx: number; linePx: number }) => `font-size:${sizePx}px;line-height:${linePx}px`
const TEXT_STYLE = toStyle(MAIL_TYPE.text)

const BLOCK_STYLES = {
	paragraph: TEXT_STYLE,
	heading: `${toStyle(MAIL_TYPE.heading)};font-weight:bold`,
	quote: `padding:0 0 0 14px;border-left:3px solid #d8cbb0;${TEXT_STYLE}`,
	item: `padding:0 0 0 14px;${TEXT_STYLE}`,
} as const

const TEXT_WIDTH = 512

function pictureHtml(font: string, { id, alt, width, height }: MailPicture): string {
	const shown = Math.min(TEXT_WIDTH, width)
	return `<p style="margin:0 0 16px;${font};${TEXT_STYLE};color:#1b2333"><img src="${inlineAddress(id)}" alt="${escapeMarkup(alt)}" width="${shown}" height="${Math.round((height * shown) / width)}" style="display:block;width:100%;max-width:${shown}px;height:auto;border:0"></p>`
}

function blockHtml(font: string, block: MailBlock): string {
	if (block.kind === 'picture') return pictureHtml(font, block)
	const { kind, mark, spans } = block
	const tag = kind === 'heading' ? 'h2' : 'p'
	const lead = mark ? `${escapeMarkup(mark)} ` : ''
	return `<${tag} style="margin:0 0 16px;overflow-wrap:anywhere;word-break:break-word;${font};${BLOCK_STYLES[kind]};color:#1b2333">${lead}${spans.map(spanHtml).join('')}</${tag}>`
}

const spanText = ({ text, href }: MailSpan) => (href === undefined || href === text ? text : `${text} (${href})`)

const blockText = (block: MailBlock) => {
	if (block.kind === 'picture') return `[Picture: ${block.alt}]`
	const { kind, mark, spans } = block
	return `${kind === 'quote' ? '> ' : ''}${mark ? `${mark} ` : ''}${spans.map(spanText).join('')}`
}

function previewOf({ preheader = '', code }: MailText): string {
	if (preheader !== '') return preview(preheader)
	return code === undefined ? '' : preview(`Code: ${code}.`)
}

/** Renders an email with tables and inline styles, which all common mail clients support. */
function layoutHtml(content: Content, mail: MailText): string {
	const { font, paragraph, note, codeBlock, button, logo } = partsOf(content)
	const blocks = [
		...mail.paragraphs.map(paragraph),
		...(mail.blocks ?? []).map((block) => blockHtml(font, block)),
		...(mail.code === undefined ? [] : [codeBlock(mail.code)]),
		...(mail.action ? [button(mail.action), note(`Button not working? Open this address: ${mail.action.url}`)] : []),
		...mail.notes.map(note),
	]
	return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeMarkup(mail.heading)}</title></head>
<body bgcolor="#f7f0e1" style="margin:0;padding:0;background:#f7f0e1">
${previewOf(mail)}${TABLE} width="100%" bgcolor="#f7f0e1"><tr><td align="center" style="padding:24px 12px">
${TABLE} width="100%" bgcolor="#fcf8ee" style="max-width:560px"><tr><td align="left" style="padding:28px 24px;border-top:4px solid ${content.brand.day.accent};border-bottom:2px solid #1b2333">
${logo}
<h1 style="margin:0 0 16px;${font};font-size:26px;line-height:32px;color:#1b2333">${escapeMarkup(mail.heading)}</h1>
${blocks.join('\n')}
</td></tr></table>
</td></tr></table>
</body>
</html>
`
}

function layoutText({ site }: Content, mail: MailText): string {
	const blocks = [
		mail.heading,
		...mail.paragraphs,
		...(mail.blocks ?? []).map(blockText),
		...(mail.code === undefined ? [] : [`Code: ${mail.code}`]),
		...(mail.action ? [`${mail.action.label}:\n${mail.action.url}`] : []),
		...mail.notes.map((note) => (typeof note === 'string' ? note : `${note.text} ${note.label}: ${note.url}`)),
		site.name,
	]
	return `${blocks.join('\n\n')}\n`
}

/** Renders an email as text and HTML. The texts are plain; the HTML is escaped here. */
export const layoutMail = (content: Content, mail: MailText): { text: string; html: string } => ({
	text: layoutText(content, mail),
	html: layoutHtml(content, mail),
})
