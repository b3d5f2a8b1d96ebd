/**
 * Extracts the domain from a work email or the domain itself; other scripts become Punycode.
 * @returns for example `school.example`, or null if invalid
 */
export function readWorkDomain(typed: string): string | null {
	const domain = typed.trim().slice(typed.trim().lastIndexOf('@') + 1)
	if (!/^[^\s/:?#@\\]+\.[^\s/:?#@\\]+$/.test(domain)) return null
	const host = URL.parse(`https://${domain}`)?.hostname ?? null
	return host === null || host.length > 253 || host.endsWith('.') ? null : host
}
