export type IdentityProvider = {
	entityId: string
	signInUrl: string
	/** X.509 certificates in base64 without PEM's header and footer. Any of these keys may sign. */
	certificates: readonly [string, ...string[]]
	/** Expiry of the metadata; null for none. */
	validUntil: Date | null
}

/** This server, as a SAML service provider. */
export type ServiceProvider = { entityId: string; acsUrl: string; privateKey: string; decrypts: boolean }

export type SamlRequest = {
	id: string
	/** Value that the provider returns with the response. At most 80 bytes. */
	relayState: string
	/** SAML's URN for the kind of identifier that the provider should send. */
	nameIdFormat: string
}

/** SAML error. The message is only for the log. */
export class SamlError extends Error {
	/**
	 * `refused`: the provider did not sign the user in; `invalid`: its response or metadata failed a check; `unreachable`: no
	 * response.
	 */
	readonly reason: 'refused' | 'invalid' | 'unreachable'

	constructor(reason: SamlError['reason'], message: string) {
		super(message)
		this.name = 'SamlError'
		this.reason = reason
	}
}

export const invalidSaml = (message: string) => new SamlError('invalid', message)

export type XmlElement = {
	/** Namespace; empty if there is none. */
	uri: string
	name: string
	/** Attributes without a namespace, by name. */
	attributes: Readonly<Record<string, string>>
	text: string
	children: readonly XmlElement[]
}

/** Output of xml2js, with namespaces and with children in document order. */
type Parsed = {
	$?: Record<string, { name: string; value: string; prefix: string; uri: string }>
	$ns?: { uri: string; local: string }
	'#name': string
	/** Text of the element. Its type is unknown, because `_` could also be the name of an element. */
	_?: unknown
	$$?: Parsed[]
}

const OPTIONS = { explicitRoot: false, explicitChildren: true, preserveChildrenOrder: true, explicitCharkey: true, xmlns: true }
const MAX_DEPTH = 50

function toElement(parsed: Parsed, depth: number): XmlElement {
	if (depth > MAX_DEPTH) throw invalidSaml('the XML is nested too deeply')
	const attributes = Object.values(parsed.$ ?? {}).filter(({ prefix }) => prefix === '')
	return {
		uri: parsed.$ns?.uri ?? '',
		name: parsed.$ns?.local ?? parsed['#name'],
		attributes: Object.fromEntries(attributes.map(({ name, value }) => [name, value])),
		text: typeof parsed._ === 'string' ? parsed._.trim() : '',
		children: (parsed.$$ ?? []).filter((child) => child['#name'] !== '__text__').map((child) => toElement(child, depth + 1)),
	}
}

/**
 * Parses XML. Rejects DOCTYPE and ENTITY declarations, so that neither this parser nor a later one defines or fetches an entity.
 * @throws SamlError invalid
 */
export async function readXml(text: string): Promise<XmlElement> {
	if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw invalidSaml('a document type is not accepted')
	// NUL and lone surrogates aren't allowed in XML (1.0, section 2.2). The parser accepts both, but the database doesn't.
	if (text.includes('\0') || !text.isWellFormed()) throw invalidSaml('not XML: invalid characters')
	const { parseStringPromise } = await import('xml2js')
	let parsed: Parsed
	try {
		parsed = (await parseStringPromise(text, OPTIONS)) as Parsed
	} catch (error) {
		throw invalidSaml(`not XML: ${(error as Error).message.split('\n')[0] ?? ''}`)
	}
	if (parsed === null || typeof parsed !== 'object') throw invalidSaml('the XML is empty')
	return toElement(parsed, 0)
}

export const findChildElements = (element: XmlElement, uri: string, name: string): XmlElement[] =>
	element.children.filter((child) => child.uri === uri && child.name === name)
