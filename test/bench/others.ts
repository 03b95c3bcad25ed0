export const others = async () => []
