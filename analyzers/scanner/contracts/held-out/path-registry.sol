// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

contract PathBase {
    uint256 internal version = 1;

    function current() public view returns (uint256) {
        return version;
    }
}

contract PathRegistry is PathBase {
    mapping(bytes32 => bytes) internal stored;

    function keyOf(bytes memory folder, bytes memory file) public pure returns (bytes32) {
        return keccak256(abi.encodePacked(folder, file)); // expect: hash-collision
    }

    function keyOfPair(address a, bytes memory file) public pure returns (bytes32) {
        return keccak256(abi.encodePacked(a, file));
    }

    function put(bytes calldata folder, bytes calldata file, bytes calldata body) external {
        uint256 version = body.length; // expect: shadowed-name
        require(version > 0, "empty");
        stored[keyOf(folder, file)] = body;
    }
}
