/**
 * React Router marks each link whose route it might have to ask the server for. Every route stands in the manifest here
 * (`routeDiscovery: initial` in react-router.config.ts), so nobody reads the marks.
 */
export const withoutDiscoveryMarks = (html: string): string => html.replaceAll(/(<a [^>]*?) data-discover="true"/g, '$1')
