pragma solidity ^0.8.3;

contract NameClaims {
    mapping(bytes32 => address) public holder;

    function claim(string calldata first, string calldata last) external {
        bytes32 key = keccak256(abi.encode(first, last));
        require(holder[key] == address(0), "claimed");
        holder[key] = msg.sender;
    }

    function slot(address who, uint256 n) external pure returns (bytes32) {
        return keccak256(abi.encodePacked(who, n));
    }
}
