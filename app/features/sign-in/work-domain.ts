/**
 * Domain of an organization, from a work address or the domain itself; other scripts in punycode.
 * @returns e.g. `school.example`, or null for what can be neither
 */
export function readWorkDomain(typed: string): string | null {
	const domain = typed.trim().slice(typed.trim().lastIndexOf('@') + 1)
	if (!/^[^\s/:?#@\\]+\.[^\s/:?#@\\]+$/.test(domain)) return null
	const host = URL.parse(`https://${domain}`)?.hostname ?? null
	return host === null || host.length > 253 || host.endsWith('.') ? null : host
}
