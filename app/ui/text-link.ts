/** Plain text link with a tap area of sufficient height. */
export const TEXT_LINK_CLASSES =
	'inline-block py-[.6rem] font-semibold underline decoration-accent decoration-2 underline-offset-[.3em] hover:text-accent-ink hover:decoration-3'

export const BACK_LINK_CLASSES = `${TEXT_LINK_CLASSES} before:mr-[.5em] before:inline-block before:content-['←'_/_'']`
