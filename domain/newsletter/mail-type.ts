type TypeSize = { sizePx: number; linePx: number }

/** Sizes of an email's text and of all its headings, in the email and in its editor. */
export const MAIL_TYPE = { text: { sizePx: 17, linePx: 27 }, heading: { sizePx: 20, linePx: 28 } } as const satisfies Record<
	string,
	TypeSize
>
