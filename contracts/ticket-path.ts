/** Page on which people read and answer their support ticket. Only emails link to it; the token is the credential. */
export const ticketPath = (token: string) => `/requests/${token}`
